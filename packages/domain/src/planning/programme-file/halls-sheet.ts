import { key, text } from './cell.ts'
import { property, required, type Sheet } from './column.ts'

/** A row of the sheet of halls: one plan of a hall, with the file that has it. The plans of a hall are in the order in which they were added. */
export type HallRow = { readonly hall: string; readonly planFile: string; readonly name: string }

/** The plans of the halls. */
export const hallsSheet: Sheet<HallRow> = {
  name: 'halls',
  key: ['hall', 'plan file'],
  columns: [
    required('hall', key, property('hall')),
    required('plan file', text(200), property('planFile')),
    required('name', text(80), property('name')),
  ],
}
