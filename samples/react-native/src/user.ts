/** Who is signed in with Firebase, and stays so when the app starts again. */
import AsyncStorage from '@react-native-async-storage/async-storage';
import { initializeApp } from 'firebase/app';
// React Native's build of Firebase has this; the types of the web do not.
// @ts-expect-error
import { getReactNativePersistence } from 'firebase/auth';
import { initializeAuth } from 'firebase/auth';
import { getFirestore } from 'firebase/firestore';

const app = initializeApp({
  apiKey: process.env.EXPO_PUBLIC_FIREBASE_API_KEY ?? '',
  authDomain: process.env.EXPO_PUBLIC_FIREBASE_AUTH_DOMAIN ?? '',
  projectId: process.env.EXPO_PUBLIC_FIREBASE_PROJECT_ID ?? '',
});

export const auth = initializeAuth(app, { persistence: getReactNativePersistence(AsyncStorage) });
export const firestore = getFirestore(app);
