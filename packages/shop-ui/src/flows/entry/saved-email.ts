import { useDrafts } from '#client-state'

const draft = 'sign-in'

/** The email address of this tab, kept from the sign-in to the choice of a new password. */
export const savedEmail = (): string => String(useDrafts.getState().forms[draft]?.['email'] ?? '')
export const saveEmail = (email: string): void => useDrafts.getState().saveForm(draft, { email })
