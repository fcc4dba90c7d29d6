import { StrictMode, useEffect, useState, type FormEvent } from 'react';
import { createRoot } from 'react-dom/client';

import { Chat } from './chat';
import { Profile } from './profile';
import { Remembering } from './remembering';
import { findDoor, type Door, type User } from './user';

function App() {
  const [user, setUser] = useState<User | null>(null);
  const [door, setDoor] = useState<Door | null>(null);
  useEffect(() => void findDoor(setUser).then(setDoor), []);
  if (!door) return <p>Starting …</p>;
  if (!user) return <SignIn door={door} />;
  return (
    <Remembering user={user}>
      <main className="columns">
        <Chat />
        <Profile />
      </main>
    </Remembering>
  );
}

function SignIn({ door }: { door: Door }) {
  const enter = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void door.signIn(String(new FormData(event.currentTarget).get('name') ?? ''));
  };
  return (
    <form onSubmit={enter}>
      {door.needsName && <input name="name" aria-label="Name" required />}
      <button>Sign in</button>
    </form>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
