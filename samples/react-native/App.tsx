import { onAuthStateChanged, signInWithEmailAndPassword, signOut, type User } from 'firebase/auth';
import { useEffect, useState } from 'react';
import { Button, FlatList, SafeAreaView, Text, TextInput } from 'react-native';
import { firebaseToken } from 'rekindle-client';
import { firestoreSignal } from 'rekindle-client/firestore';
import { RekindleProvider, useProfile, useQueue, useRecord } from 'rekindle-client/react';

import { device } from './src/device';
import { remember, type Remembering } from './src/remembering';
import { auth, firestore } from './src/user';

const URL = process.env.EXPO_PUBLIC_REKINDLE_URL ?? '';

export default function App() {
  const [user, setUser] = useState<User | null>(null);
  const [remembering, setRemembering] = useState<Remembering | null>(null);
  useEffect(() => onAuthStateChanged(auth, setUser), []);
  useEffect(() => {
    if (!user) return setRemembering(null);
    const { uid } = user;
    const signal = firestoreSignal(firestore, uid);
    const made = remember({ url: URL, uid, token: firebaseToken(auth), signal }, device);
    setRemembering(made);
    return () => {
      made.queue.close();
      made.live.close();
    };
  }, [user]);
  if (!remembering) return <SignIn />;
  const { rekindle, live, queue, end } = remembering;
  return (
    <RekindleProvider rekindle={rekindle} live={live} queue={queue}>
      <SafeAreaView style={{ flex: 1 }}>
        <Notebook />
        <Button title="Sign out" onPress={() => void end().then(() => signOut(auth))} />
      </SafeAreaView>
    </RekindleProvider>
  );
}

function Notebook() {
  const { data: profile, fresh } = useProfile();
  const { waiting } = useQueue();
  const record = useRecord();
  const [text, setText] = useState('');
  const say = async () => {
    if (!text.trim()) return;
    await record(text);
    setText('');
  };
  return (
    <>
      <FlatList
        data={profile?.preferences ?? []}
        keyExtractor={({ id }) => id}
        renderItem={({ item }) => (
          <Text>
            {item.type}: {item.description}
          </Text>
        )}
      />
      {!fresh && <Text>From an earlier visit</Text>}
      {waiting > 0 && <Text>{waiting} waiting for a connection</Text>}
      <TextInput value={text} onChangeText={setText} placeholder="What is new?" />
      <Button title="Keep" onPress={() => void say()} />
    </>
  );
}

function SignIn() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const enter = () =>
    signInWithEmailAndPassword(auth, email, password).catch(() =>
      setProblem('That did not work. Check the address and the password.'),
    );
  return (
    <SafeAreaView>
      <TextInput value={email} onChangeText={setEmail} autoCapitalize="none" placeholder="Email" />
      <TextInput
        value={password}
        onChangeText={setPassword}
        secureTextEntry
        placeholder="Password"
      />
      <Button title="Sign in" onPress={() => void enter()} />
      {problem !== '' && <Text>{problem}</Text>}
    </SafeAreaView>
  );
}
