/**
 * A page transition is skipped when somebody in a hurry overtakes it with the next one, or when a slow device draws too
 * late for it. The browser says so by rejecting a promise that the router leaves alone; the page itself is there, so it
 * isn't reported as an error.
 */
export function ignoreSkippedTransitions(): void {
  addEventListener('unhandledrejection', (event) => {
    const reason: unknown = event.reason
    if (reason instanceof DOMException && /^(Abort|Timeout)Error$/.test(reason.name) && /transition/i.test(reason.message))
      event.preventDefault()
  })
}
