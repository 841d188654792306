import { useSyncExternalStore } from 'react'

function subscribeToConnection(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Whether the device is offline. The screen may show outdated data until it is online again. */
export const useIsOffline = (): boolean => useSyncExternalStore(subscribeToConnection, () => !navigator.onLine)
