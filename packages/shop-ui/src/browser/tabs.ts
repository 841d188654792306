/** Message between tabs: the customer after a sign-in or sign-out; `changed` for any other change. */
export type TabMessage = 'changed' | { readonly customer?: string | undefined }

/** Channel to the shop's other tabs in this browser, which share session and basket; `undefined` without browser support. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('basket')

/** Notifies the other tabs that basket or session have changed here; each refetches from the server. */
export const notifyOtherTabs = (message: TabMessage = 'changed'): void =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has only one origin
  channel?.postMessage(message)

/** Another tab may send a message before the module that listens is loaded. */
let isMissed = false
channel?.addEventListener('message', () => (isMissed = true))

/**
 * Calls `changed` when another tab has sent a message, and at once if one was sent before this call: then with `changed`, since a
 * sign-in may have been missed. Returns a function that unsubscribes.
 */
export function onOtherTabsChange(onMessage: (message: TabMessage) => void): () => void {
  const onTabMessage = ({ data }: MessageEvent<TabMessage>): void => onMessage(data)
  channel?.addEventListener('message', onTabMessage)
  if (isMissed) onMessage('changed')
  return () => channel?.removeEventListener('message', onTabMessage)
}
