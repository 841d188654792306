/** Leaves the shop for the payment provider's page. Its own door, because the browser's can't be watched by a test. */
export const redirectTo = (url: string): void => location.assign(url)
