/** What a tab tells the others: of a sign-in or sign-out whose session it is now, of any other change nothing. */
export type TabMessage = 'changed' | { readonly customer?: string | undefined }

/** The shop's other tabs in this browser: they share a session and a basket. Absent where the browser has no such thing. */
const others = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('basket')

/** Something of the basket or the session changed here: each tab asks the server itself. */
export const tellOtherTabs = (message: TabMessage = 'changed'): void =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has but one origin: its own
  others?.postMessage(message)

/** Another tab may change something before whoever listens has been fetched. */
let missed: MessageEvent<TabMessage> | undefined
others?.addEventListener('message', (event) => (missed = event))

/** Does something whenever another tab has changed something, or has done so before. Answers how to stop. */
export function whenOtherTabsChange(changed: (message: TabMessage) => void): () => void {
  const hear = ({ data }: MessageEvent<TabMessage>): void => changed(data)
  others?.addEventListener('message', hear)
  if (missed) hear(missed)
  return () => others?.removeEventListener('message', hear)
}
