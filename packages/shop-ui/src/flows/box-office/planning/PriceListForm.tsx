import { type FormEvent, type ReactNode, useState } from 'react'
import type { PlannedPriceList } from '@playhouse/api-client/contract'
import { bands, isPublicPriceType, type PriceType, priceTypeKinds } from '@playhouse/domain/pricing'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Disclosure } from '#ui/Disclosure'
import { TextField } from '#form/TextField'
import styles from '../BoxOffice.module.css'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { OptionField } from './OptionField.tsx'
import { bandsOf, type CellPart, cellKey, editOfDraft, type PriceDraft, withPriceType } from './price-draft.ts'
import { PriceGrid } from './PriceGrid.tsx'
import type { PlanningMutation } from './usePlanningMutation.ts'

type Props = {
  readonly draft: PriceDraft
  readonly onChange: (draft: PriceDraft) => void
  readonly base: PlannedPriceList
  /** Keys of cells that are no prices. */
  readonly faults: readonly string[]
  readonly reason: string
  readonly onReason: (reason: string) => void
  readonly mutation: PlanningMutation
  readonly onPreview: () => void
  readonly isReadOnly: boolean
  /** Below the grid. */
  readonly children?: ReactNode
}
/** Kinds of price types that need nothing else, such as a membership or a code. */
const addedKinds = priceTypeKinds.filter((kind) => isPublicPriceType({ kind }))

/** Name, price types and prices of a price list. */
export function PriceListForm({ draft, onChange, base, faults, reason, onReason, mutation, onPreview, isReadOnly, children }: Props) {
  const t = useWords('planning')
  const [part, setPart] = useState<CellPart>('price')
  const invalid = mutation.problem?.code === 'invalid-input' ? mutation.problem.params.fields : []
  const { form, reject } = useInvalidFocus(mutation.problem)
  const isNameInvalid = invalid.some((field) => field.endsWith('edit.name'))
  const areTypesInvalid = invalid.some((field) => field.includes('priceTypes'))
  const areNamesInvalid = isNameInvalid || areTypesInvalid
  const rows = bandsOf(base)
  const all = bands.flatMap((band) => draft.types.map(({ id, name }) => ({ band, name, key: cellKey(band, id) })))
  const refused = all.filter(
    ({ key, band }) =>
      faults.includes(key) ||
      invalid.some((field) => field === `prices.${band}` || field === `prices.${key}` || field.includes(`edit.prices.${key}`)),
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (editOfDraft(draft).faults.length > 0) reject()
    onPreview()
  }
  return (
    <form ref={form} className={styles['stack']} onSubmit={submit} aria-label={t('prices.title')}>
      {!isReadOnly && (
        <Disclosure key={String(areNamesInvalid)} label={t('prices.names')} isInitiallyOpen={areNamesInvalid}>
          <div className={styles['stack']}>
            <TextField
              name="price-list-name"
              label={t('prices.name')}
              maxLength={80}
              value={draft.name}
              onChange={(name) => onChange({ ...draft, name })}
              error={isNameInvalid ? t('form.invalid') : undefined}
            />
            <TypeNames draft={draft} onChange={onChange} isInvalid={areTypesInvalid} />
          </div>
        </Disclosure>
      )}
      <OptionField<CellPart>
        name="price-part"
        label={t('prices.show')}
        value={part}
        onChange={setPart}
        options={(['price', 'fee'] as const).map((value) => ({ value, label: t(`prices.part.${value}`) }))}
      />
      <PriceGrid {...{ draft, onChange, rows, part, isReadOnly, seats: base.seats, faults: refused.map(({ key }) => key) }} />
      {children}
      {refused.length > 0 && (
        <div role="alert">
          <ul>
            {refused.map(({ key, band, name }) => (
              <li key={key}>{t('prices.fault', { cell: t('prices.cell', { band: t(`band.${band}`), type: name }) })}</li>
            ))}
          </ul>
        </div>
      )}
      {!isReadOnly && (
        <>
          <TextField name="price-reason" label={t('bulk.reason')} optional maxLength={500} value={reason} onChange={onReason} />
          <Button type="submit" isPending={mutation.isPending}>
            {t('bulk.preview')}
          </Button>
        </>
      )}
    </form>
  )
}

type TypesProps = Pick<Props, 'draft' | 'onChange'> & { readonly isInvalid: boolean }

/** The names of the price types, which visitors see, and a new one. */
function TypeNames({ draft, onChange, isInvalid }: TypesProps) {
  const t = useWords('planning')
  const [name, setName] = useState('')
  const [kind, setKind] = useState<PriceType['kind']>('concession')
  const next = withPriceType(draft, name, kind)
  const rename = (id: string, text: string): void =>
    onChange({ ...draft, types: draft.types.map((type) => (type.id === id ? { ...type, name: text } : type)) })
  return (
    <fieldset className={styles['panel']}>
      <legend>{t('prices.types')}</legend>
      {draft.types.map((type) => (
        <TextField
          key={type.id}
          name={`price-type-${type.id}`}
          label={t('prices.typeName', { id: type.id })}
          maxLength={80}
          value={type.name}
          onChange={(text) => rename(type.id, text)}
          error={isInvalid && type.name.trim() === '' ? t('form.invalid') : undefined}
        />
      ))}
      <TextField name="price-type-new" label={t('prices.newType')} optional maxLength={80} value={name} onChange={setName} />
      <OptionField<PriceType['kind']>
        name="price-type-kind"
        label={t('prices.kind')}
        optional
        value={kind}
        onChange={setKind}
        options={addedKinds.map((value) => ({ value, label: t(`prices.kinds.${value}`) }))}
      />
      <Button
        isDisabled={next === draft}
        onPress={() => {
          onChange(next)
          setName('')
        }}
      >
        {t('prices.addType')}
      </Button>
    </fieldset>
  )
}
