import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextField } from 'react-aria-components/TextField'
import type { PlannedPriceList } from '@playhouse/api-client/contract'
import type { Band } from '@playhouse/domain/pricing'
import { fieldClasses, FieldMessage } from '#form/Field'
import { useWords } from '#i18n'
import { ScrollArea } from '#ui/ScrollRegion'
import { type CellFault, type CellPart, cellKey, cellOf, pasteBlock, type PriceDraft, withCell } from './price-draft.ts'
import styles from './PriceGrid.module.css'
import { useCellFaultText } from './useCellFaultText.ts'

type Props = {
  readonly draft: PriceDraft
  readonly onChange: (draft: PriceDraft) => void
  readonly rows: readonly Band[]
  readonly seats: PlannedPriceList['seats']
  readonly part: CellPart
  /** What is wrong with cells, by their keys. */
  readonly faults: ReadonlyMap<string, CellFault>
  readonly isReadOnly: boolean
}

/** Where a key moves to from a cell, in rows and columns; undefined where the key stays within the text of the cell. */
function stepOf({ key, shiftKey, currentTarget: { selectionStart, selectionEnd, value } }: KeyboardEvent<HTMLInputElement>) {
  const isWhole = selectionStart === 0 && selectionEnd === value.length
  if (key === 'ArrowUp' || (key === 'Enter' && shiftKey)) return [-1, 0] as const
  if (key === 'ArrowDown' || key === 'Enter') return [1, 0] as const
  if (key === 'ArrowLeft' && (isWhole || selectionEnd === 0)) return [0, -1] as const
  if (key === 'ArrowRight' && (isWhole || selectionStart === value.length)) return [0, 1] as const
  return undefined
}

/**
 * The prices of bands and price types, or the fees within them. Arrow keys and Enter move between the cells as in a spreadsheet, and a block
 * that was copied from one is pasted from the cell on. On narrow screens it is a list.
 */
export function PriceGrid({ draft, onChange, rows, seats, part, faults, isReadOnly }: Props) {
  const t = useWords('planning')
  const textOf = useCellFaultText()
  const cells = useRef(new Map<string, HTMLInputElement>())
  const move = (event: KeyboardEvent<HTMLInputElement>, row: number, column: number): void => {
    const step = stepOf(event)
    if (!step) return
    event.preventDefault()
    const [band, type] = [rows[row + step[0]], draft.types[column + step[1]]]
    const cell = band && type && cells.current.get(cellKey(band, type.id))
    cell?.focus()
    cell?.select()
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>, row: number, column: number): void => {
    const text = event.clipboardData.getData('text/plain')
    if (isReadOnly || !/[\t\n]/.test(text)) return
    event.preventDefault()
    onChange(pasteBlock(draft, { rows, from: [row, column], part, text }))
  }
  return (
    <ScrollArea>
      <table className={styles['grid']} aria-label={t(`prices.part.${part}`)}>
        <thead>
          <tr>
            <th scope="col">{t('prices.band')}</th>
            {draft.types.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((band, row) => (
            <tr key={band}>
              <th scope="row">
                {t(`band.${band}`)}
                <span className={styles['seats']}>
                  {t('prices.seats', { count: seats.find((each) => each.band === band)?.seats ?? 0 })}
                </span>
              </th>
              {draft.types.map(({ id, name }, column) => {
                const key = cellKey(band, id)
                const fault = faults.get(key)
                const isWrong = fault?.part === part
                return (
                  <td key={id}>
                    <span className={styles['type']} aria-hidden="true">
                      {name}
                    </span>
                    <TextField
                      aria-label={t('prices.cell', { band: t(`band.${band}`), type: name })}
                      value={cellOf(draft, band, id)[part]}
                      onChange={(text) => onChange(withCell(draft, key, part, text))}
                      isInvalid={isWrong}
                      isReadOnly={isReadOnly}
                      validationBehavior="aria"
                    >
                      <Input
                        className={fieldClasses.box}
                        inputMode="decimal"
                        name={`price-${key}`}
                        autoComplete="off"
                        ref={(input) => {
                          if (input) cells.current.set(key, input)
                          else cells.current.delete(key)
                        }}
                        onKeyDown={(event) => move(event, row, column)}
                        onPaste={(event) => paste(event, row, column)}
                      />
                      {isWrong && (
                        <div className={styles['fault']}>
                          <FieldMessage>{textOf(fault)}</FieldMessage>
                        </div>
                      )}
                    </TextField>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}
