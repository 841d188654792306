import { useSyncExternalStore } from 'react'

function watchConnection(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Whether the device is off the network. What is on the screen may be out of date meanwhile. */
export const useOffline = (): boolean => useSyncExternalStore(watchConnection, () => !navigator.onLine)
