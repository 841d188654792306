import { mostSpreadsheetBytes, mostSpreadsheets } from '@playhouse/domain/spreadsheet-refusal'
import { base64Of } from '../planning/image-draft.ts'

/** A file as a call sends it. */
export type SentFile = { readonly name: string; readonly file: string }
/** Files that were chosen: as calls send them, or why they cannot be sent. */
export type ChosenFiles =
  | { readonly names: readonly string[]; readonly files: SentFile[] }
  | { readonly names: readonly string[]; readonly fault: 'too-many' | 'too-large-together' | 'unreadable' }

/** Reads chosen files once: a spreadsheet program may change them before the import. */
export async function readChosen(chosen: readonly File[]): Promise<ChosenFiles> {
  const names = chosen.map(({ name }) => name)
  if (chosen.length > mostSpreadsheets) return { names, fault: 'too-many' }
  if (chosen.reduce((sum, { size }) => sum + size, 0) > mostSpreadsheetBytes) return { names, fault: 'too-large-together' }
  try {
    return { names, files: await Promise.all(chosen.map(async (file) => ({ name: file.name, file: await base64Of(file) }))) }
  } catch {
    return { names, fault: 'unreadable' }
  }
}
