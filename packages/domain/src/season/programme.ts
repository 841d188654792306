import { z } from 'zod'
import { translatedTextSchema } from '../format/translated-text.ts'
import { slugSchema } from '../id.ts'

/** A closed sale: an access code opens its hidden performances, price types and seats. */
export const programmeSchema = z.strictObject({
  id: slugSchema,
  name: translatedTextSchema,
  /** Who it is for, and what the code opens. */
  text: translatedTextSchema,
  /** Ids of price types of the kind `programme`. */
  opensPriceTypes: z.array(z.string().min(1).max(40)),
})
export type Programme = z.infer<typeof programmeSchema>

/** A programme that a visitor has opened, as far as it decides what they may buy. */
export type OpenedProgramme = Pick<Programme, 'id' | 'opensPriceTypes'>

/** Maximum length of an entered access code. */
export const maxProgrammeCodeLength = 40

/** The form in which access codes are compared: without spaces and hyphens, in capitals. */
export const programmeCodeOf = (entered: string): string =>
  entered
    .normalize('NFKC')
    .replaceAll(/[\s\p{Dash}]+/gu, '')
    .toUpperCase()

/** Whether a performance exists for a visitor who has opened these programmes. `isVisible`: false where the web shop does not show it. */
export const isVisibleTo = (
  opened: readonly Pick<OpenedProgramme, 'id'>[],
  { programme, isVisible = true }: { readonly programme?: string | undefined; readonly isVisible?: boolean },
): boolean => isVisible && (programme === undefined || opened.some(({ id }) => id === programme))
