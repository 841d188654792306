import { useDrafts } from '#client-state'

const draft = 'sign-in'

/** The address typed in this tab, so that nobody types it twice between signing in and choosing a new password. */
export const savedEmail = (): string => String(useDrafts.getState().forms[draft]?.['email'] ?? '')
export const saveEmail = (email: string): void => useDrafts.getState().saveForm(draft, { email })
