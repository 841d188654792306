/** Number of consecutive wrong passwords after which an account, or an unknown address, is locked. */
export const maxFailedLogins = 10

/** Minutes for which a link of a mail is valid: sign-in, password reset, guest orders. */
export const linkMinutes = 10
