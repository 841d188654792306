/**
 * Ignores skipped page transitions: a faster navigation or a slow device skips one. The browser rejects a promise that the router
 * does not handle; the page is shown, so this is no error.
 */
export function ignoreSkippedTransitions(): void {
  addEventListener('unhandledrejection', (event) => {
    const reason: unknown = event.reason
    if (reason instanceof DOMException && /^(Abort|Timeout)Error$/.test(reason.name) && /transition/i.test(reason.message))
      event.preventDefault()
  })
}
