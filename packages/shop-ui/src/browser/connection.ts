import { useSyncExternalStore } from 'react'

function subscribeToConnection(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Whether the device is off the network. What is on the screen may be out of date meanwhile. */
export const useIsOffline = (): boolean => useSyncExternalStore(subscribeToConnection, () => !navigator.onLine)
