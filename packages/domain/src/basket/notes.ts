import type { Brand } from '../brand/brand.ts'

/** Characters of a note of an order. */
export const maxNoteLength = 500

/** The notes that visitors write on an order. */
export const noteNames = ['access', 'dietary', 'order'] as const
export type NoteName = (typeof noteNames)[number]

type Notes = Readonly<Record<Exclude<NoteName, 'dietary'>, string>> & { readonly dietary?: string | undefined }

/** The text of each note, empty where there is none. */
export const noteTexts = ({ access, dietary = '', order }: Notes): Record<NoteName, string> => ({ access, dietary, order })

/** The notes of a form in a request: a dietary note only where there is one, or was one that is removed. */
export const writtenNotes = <Form extends Readonly<Record<NoteName, string>>>(
  { dietary, ...form }: Form,
  before: Notes,
): Omit<Form, 'dietary'> & { dietary?: string } => ({ ...form, ...((dietary !== '' || before.dietary !== undefined) && { dietary }) })

/** Characters of each note that a brand asks for. A dietary note is asked for only with tickets. */
export function askedNotes(
  { limits: { dietaryNote } }: { readonly limits: Pick<Brand['limits'], 'dietaryNote'> },
  { tickets }: { readonly tickets: readonly unknown[] },
): { readonly name: NoteName; readonly maxLength: number }[] {
  const lengths = { access: maxNoteLength, dietary: tickets.length > 0 ? dietaryNote : undefined, order: maxNoteLength }
  return noteNames.flatMap((name) => {
    const maxLength = lengths[name]
    return maxLength === undefined ? [] : [{ name, maxLength }]
  })
}
