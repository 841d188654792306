/** The shop's other tabs in this browser: they share a session and a basket. Absent where the browser has no such thing. */
const others = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('basket')

/** Something of the basket or the session changed here. Says nothing of what: each tab asks the server itself. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has but one origin: its own
export const tellOtherTabs = (): void => others?.postMessage('changed')

/** Another tab may change something before whoever listens has been fetched. */
let missed: Event | undefined
others?.addEventListener('message', (event) => (missed = event))

/** Does something whenever another tab has changed something, or has done so before. Answers how to stop. */
export function whenOtherTabsChange(changed: () => void): () => void {
  others?.addEventListener('message', changed)
  if (missed) changed()
  return () => others?.removeEventListener('message', changed)
}

/** Tells the other tabs which customer is signed in now; undefined after a sign-out. */
export const tellSignIn = (customer: string | undefined): void =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has but one origin: its own
  others?.postMessage({ customer })

/** Calls `apply` whenever another tab has signed a customer in or out. */
export const onSignInElsewhere = (apply: (customer: string | undefined) => void): void =>
  others?.addEventListener('message', ({ data }: MessageEvent<{ readonly customer?: string } | 'changed'>) => {
    if (data !== 'changed') apply(data.customer)
  })
