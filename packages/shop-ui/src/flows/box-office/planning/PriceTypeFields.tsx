import { useState } from 'react'
import { maxLevyNameLength, maxProofLength } from '@playhouse/domain/price-list-plan'
import { isPublicPriceType, type PriceType, priceTypeKinds } from '@playhouse/domain/pricing'
import { localeNames, useWords } from '#i18n'
import { useBrand } from '#server-state'
import { Button } from '#ui/Button'
import { TextField } from '#form/TextField'
import styles from '../BoxOffice.module.css'
import { OptionField } from './OptionField.tsx'
import { type PriceDraft, ruleKey, rulesOf, withLevyForAll, withPriceType, withRules } from './price-draft.ts'

/** Kinds of price types that need nothing else, such as a membership or a code. */
const addedKinds = priceTypeKinds.filter((kind) => isPublicPriceType({ kind }))

type Props = {
  readonly draft: PriceDraft
  readonly onChange: (draft: PriceDraft) => void
  /** Whether a blank name was refused. */
  readonly isInvalid: boolean
  /** Keys of what was refused: see {@link ruleKey}. */
  readonly faults: readonly string[]
}

/** The names of the price types, which visitors see, with their rules; and a new price type. */
export function PriceTypeFields({ draft, onChange, isInvalid, faults }: Props) {
  const t = useWords('planning')
  const [name, setName] = useState('')
  const [kind, setKind] = useState<PriceType['kind']>('concession')
  const next = withPriceType(draft, name, kind)
  const rename = (id: string, text: string): void =>
    onChange({ ...draft, types: draft.types.map((type) => (type.id === id ? { ...type, name: text } : type)) })
  return (
    <>
      <p className={styles['soft']}>{t('prices.vatHelp')}</p>
      <p className={styles['soft']}>{t('prices.proofHelp')}</p>
      <p className={styles['soft']}>{t('prices.rangeHelp')}</p>
      <p className={styles['soft']}>{t('prices.levyHelp')}</p>
      {draft.types.map((type) => (
        <fieldset key={type.id} className={styles['panel']}>
          <legend>{t('prices.type', { id: type.id })}</legend>
          <div className={styles['inline']}>
            <TextField
              name={`price-type-${type.id}`}
              label={t('prices.typeName', { id: type.id })}
              maxLength={80}
              value={type.name}
              onChange={(text) => rename(type.id, text)}
              error={isInvalid && type.name.trim() === '' ? t('fault.empty') : undefined}
            />
            <TextField
              name={`price-type-${type.id}-vat`}
              label={t('prices.vat', { id: type.id })}
              optional
              inputMode="decimal"
              maxLength={8}
              value={rulesOf(draft, type.id).vat}
              onChange={(vat) => onChange(withRules(draft, type.id, { vat }))}
              error={faults.includes(ruleKey(type.id, 'vat')) ? t('prices.vatInvalid') : undefined}
            />
            <ProofFields {...{ draft, onChange, id: type.id }} />
          </div>
          <RangeFields {...{ draft, onChange, id: type.id, faults }} />
          <LevyFields {...{ draft, onChange, id: type.id, faults }} />
        </fieldset>
      ))}
      <fieldset className={styles['panel']}>
        <legend>{t('prices.newType')}</legend>
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
    </>
  )
}

/** What a price type asks for at the door: in the theatre's language, and in the other languages of the shop once there is one. */
function ProofFields({ draft, onChange, id }: Pick<Props, 'draft' | 'onChange'> & { readonly id: string }) {
  const t = useWords('planning')
  const { locales, defaultLocale } = useBrand()
  const { proof, proofs } = rulesOf(draft, id)
  const translated = proof.trim() === '' ? [] : locales.filter((locale) => locale !== defaultLocale)
  return (
    <>
      <TextField
        name={`price-type-${id}-proof`}
        label={t('prices.proof', { id })}
        optional
        maxLength={maxProofLength}
        value={proof}
        onChange={(text) => onChange(withRules(draft, id, { proof: text }))}
      />
      {translated.map((locale) => (
        <TextField
          key={locale}
          name={`price-type-${id}-proof-${locale}`}
          label={t('prices.proofIn', { id, language: localeNames[locale] })}
          optional
          maxLength={maxProofLength}
          value={proofs[locale] ?? ''}
          onChange={(text) => onChange(withRules(draft, id, { proofs: { ...proofs, [locale]: text } }))}
        />
      ))}
    </>
  )
}

/** What customers may pay at a price type that is pay what you can. */
function RangeFields({ draft, onChange, id, faults }: Pick<Props, 'draft' | 'onChange' | 'faults'> & { readonly id: string }) {
  const t = useWords('planning')
  const rules = rulesOf(draft, id)
  return (
    <div className={styles['inline']}>
      {(['least', 'most'] as const).map((rule) => (
        <TextField
          key={rule}
          name={`price-type-${id}-${rule}`}
          label={t(`prices.${rule}`, { id })}
          optional
          inputMode="decimal"
          maxLength={10}
          value={rules[rule]}
          onChange={(text) => onChange(withRules(draft, id, { [rule]: text }))}
          error={faults.includes(ruleKey(id, rule)) ? t('prices.rangeInvalid') : undefined}
        />
      ))}
    </div>
  )
}

/** The levy within the prices of a price type: its size, and its name once there is one, in each language of the shop. */
function LevyFields({ draft, onChange, id, faults }: Pick<Props, 'draft' | 'onChange' | 'faults'> & { readonly id: string }) {
  const t = useWords('planning')
  const { locales, defaultLocale } = useBrand()
  const { levy, levyName, levyNames } = rulesOf(draft, id)
  const isNamed = levy.trim() !== '' || levyName.trim() !== ''
  const translated = levyName.trim() === '' ? [] : locales.filter((locale) => locale !== defaultLocale)
  const change = (rules: Parameters<typeof withRules>[2]): void => onChange(withRules(draft, id, rules))
  return (
    <div className={styles['inline']}>
      <TextField
        name={`price-type-${id}-levy`}
        label={t('prices.levy', { id })}
        optional
        maxLength={12}
        value={levy}
        onChange={(text) => change({ levy: text })}
        error={faults.includes(ruleKey(id, 'levy')) ? t('prices.levyInvalid') : undefined}
      />
      {isNamed && (
        <TextField
          name={`price-type-${id}-levy-name`}
          label={t('prices.levyName', { id })}
          maxLength={maxLevyNameLength}
          value={levyName}
          onChange={(text) => change({ levyName: text })}
          error={faults.includes(ruleKey(id, 'levyName')) ? t('prices.levyUnnamed') : undefined}
        />
      )}
      {translated.map((locale) => (
        <TextField
          key={locale}
          name={`price-type-${id}-levy-name-${locale}`}
          label={t('prices.levyNameIn', { id, language: localeNames[locale] })}
          optional
          maxLength={maxLevyNameLength}
          value={levyNames[locale] ?? ''}
          onChange={(text) => change({ levyNames: { ...levyNames, [locale]: text } })}
        />
      ))}
      {levyName.trim() !== '' && draft.types.length > 1 && (
        <Button onPress={() => onChange(withLevyForAll(draft, id))}>{t('prices.levyForAll', { id })}</Button>
      )}
    </div>
  )
}
