/** Redirects the browser to the payment provider's page. In a separate module, because tests cannot observe `location.assign`. */
export const redirectTo = (url: string): void => location.assign(url)
