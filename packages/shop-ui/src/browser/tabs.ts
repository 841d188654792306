/** What a tab tells the others: of a sign-in or sign-out whose session it is now, of any other change nothing. */
export type TabMessage = 'changed' | { readonly customer?: string | undefined }

/** The shop's other tabs in this browser: they share a session and a basket. Absent where the browser has no such thing. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('basket')

/** Something of the basket or the session changed here: each tab asks the server itself. */
export const notifyOtherTabs = (message: TabMessage = 'changed'): void =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has but one origin: its own
  channel?.postMessage(message)

/** Another tab may change something before whoever listens has been fetched. */
let isMissed = false
channel?.addEventListener('message', () => (isMissed = true))

/**
 * Calls `changed` whenever another tab has changed something, and at once where one has done so before. Then the message is
 * `changed`: a former sign-in may be over. Returns a function that stops it.
 */
export function onOtherTabsChange(changed: (message: TabMessage) => void): () => void {
  const hear = ({ data }: MessageEvent<TabMessage>): void => changed(data)
  channel?.addEventListener('message', hear)
  if (isMissed) changed('changed')
  return () => channel?.removeEventListener('message', hear)
}
