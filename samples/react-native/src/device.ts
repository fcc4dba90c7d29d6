import AsyncStorage from '@react-native-async-storage/async-storage';
import NetInfo from '@react-native-community/netinfo';
import { AppState } from 'react-native';

import type { Device } from './remembering';

/** This phone. */
export const device: Device = {
  storage: AsyncStorage,
  online: (listener) =>
    NetInfo.addEventListener(({ isConnected }) => {
      if (isConnected) listener();
    }),
  foreground: (listener) => {
    const subscription = AppState.addEventListener('change', (state) => {
      if (state === 'active') listener();
    });
    return () => subscription.remove();
  },
};
