import { useDrafts } from '#client-state'

const draft = 'sign-in'

/** The address typed in this tab, so that nobody types it twice between signing in and choosing a new password. */
export const recallEmail = (): string => String(useDrafts.getState().forms[draft]?.['email'] ?? '')
export const keepEmail = (email: string): void => useDrafts.getState().keepForm(draft, { email })
