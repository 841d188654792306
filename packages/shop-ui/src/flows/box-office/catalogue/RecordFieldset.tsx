import { type Locale, locales } from '@playhouse/domain/locale'
import { dishType } from '@playhouse/domain/product-type'
import { isFieldOptional, isFieldShown, type RecordField, type RecordFields } from '@playhouse/domain/record-field'
import type { RecordKind } from '@playhouse/domain/record-kind'
import { saleMomentKinds } from '@playhouse/domain/sale-window'
import { Checkbox } from '#form/Checkbox'
import { CheckboxGroup } from '#form/CheckboxGroup'
import { TextArea } from '#form/TextArea'
import { TextField } from '#form/TextField'
import { Disclosure } from '#ui/Disclosure'
import { localeNames, useWords } from '#i18n'
import { useBrand } from '#server-state'
import { classNames } from '#theme'
import styles from '../BoxOffice.module.css'
import { OptionField } from '../planning/OptionField.tsx'
import { MomentFields } from '../planning/WindowFields.tsx'
import type { MomentDraft } from '../planning/window-draft.ts'
import { ReferenceField, ReferencesField } from './ReferenceField.tsx'
import { RecordRows } from './RecordRows.tsx'
import {
  type FieldDraft,
  type GroupDraft,
  draftOf,
  type NamesDraft,
  type RecordDraft,
  type RowDraft,
  type TranslationsDraft,
} from './record-draft.ts'

/** What the fields of a form have in common. */
export type FormParts = {
  readonly kind: RecordKind
  /** The message of an invalid field, by its path such as `sold.price`. */
  readonly errorOf: (path: string) => string | undefined
  /** Whether a field below a path is invalid. */
  readonly hasErrorIn: (path: string) => boolean
}
type Props = FormParts & {
  readonly fields: RecordFields
  readonly draft: RecordDraft
  readonly onChange: (draft: RecordDraft) => void
  /** The path of the fields, with its dot; empty for those of the record. */
  readonly path: string
}

/** The fields of a record, of a group or of a row, each with its help. */
export function RecordFieldset({ fields, draft, onChange, path, ...parts }: Props) {
  const shown = Object.entries(fields).filter(([, field]) => isFieldShown(field, draft))
  return shown.map(([name, field]) => (
    <OneField
      key={name}
      {...parts}
      field={field}
      path={path + name}
      value={draft[name]!}
      onChange={(value) => onChange({ ...draft, [name]: value })}
    />
  ))
}

type FieldProps = FormParts & {
  readonly field: RecordField
  readonly path: string
  readonly value: FieldDraft
  readonly onChange: (value: FieldDraft) => void
}

/** The key of the texts of a field: rows share theirs. */
const keyOf = (kind: RecordKind, path: string): string => `field.${kind}.${path.replaceAll(inRow, '.')}`

/** The number of a row, or a language, in a path. */
const inRow = new RegExp(String.raw`\.(?:\d+|${locales.join('|')})\.(?=.)`, 'g')

const mostText = 2_000

function OneField({ field, path, value, onChange, ...parts }: FieldProps) {
  const t = useWords('catalogue')
  const key = keyOf(parts.kind, path)
  const shared = {
    name: `record-${path.replaceAll('.', '-')}`,
    ...{ label: t(`${key}.label`), hint: t(`${key}.hint`), error: parts.errorOf(path) },
    optional: isFieldOptional(field),
  }
  switch (field.input) {
    case 'yes-no':
      return (
        <Checkbox name={shared.name} hint={shared.hint} error={shared.error} value={value as boolean} onChange={onChange}>
          {shared.label}
        </Checkbox>
      )
    case 'choices':
      return (
        <CheckboxGroup
          {...shared}
          value={value as readonly string[]}
          onChange={onChange}
          boxes={field.options.map((option) => ({ value: option, label: t(`${key}.${option}`) }))}
        />
      )
    case 'choice':
      return (
        <OptionField
          {...shared}
          value={value as string}
          onChange={onChange}
          options={field.options.map((option) => ({ value: option, label: t(`${key}.${option}`) }))}
        />
      )
    case 'reference':
      return field.to === 'product-type' ? (
        <ProductTypeField {...shared} value={value as string} onChange={onChange} />
      ) : (
        <ReferenceField {...shared} to={field.to} value={value as string} onChange={onChange} />
      )
    case 'references':
      return <ReferencesField {...shared} to={field.to} value={value as readonly string[]} onChange={onChange} />
    case 'names':
      return <NamesFields {...{ shared, onChange }} value={value as NamesDraft} />
    case 'sale-moment':
      return (
        <MomentFields
          name={shared.name}
          label={shared.label}
          hint={shared.hint}
          moment={value as MomentDraft}
          kinds={saleMomentKinds}
          onChange={onChange}
          error={shared.error}
        />
      )
    case 'translations':
      return (
        <TranslationFields
          {...parts}
          {...{ field, path, onChange }}
          value={value as TranslationsDraft}
          label={shared.label}
          hint={shared.hint}
        />
      )
    case 'group':
      return <Group {...parts} {...{ field, path, onChange }} value={value as GroupDraft} label={shared.label} hint={shared.hint} />
    case 'rows':
      return (
        <RecordRows
          {...{ path, onChange }}
          fields={field.fields}
          rows={value as readonly RowDraft[]}
          label={shared.label}
          hint={shared.hint}
          error={shared.error}
          hasErrorIn={parts.hasErrorIn}
          renderFields={(row) => <RecordFieldset {...parts} fields={field.fields} {...row} />}
        />
      )
    case 'paragraph':
    case 'lines':
    case 'amounts':
      return <TextArea {...shared} maxLength={mostText} value={value as string} onChange={onChange} />
    default:
      return (
        <TextField
          {...shared}
          type={field.input === 'day' ? 'date' : field.input === 'moment' ? 'datetime-local' : 'text'}
          // Keyboards of phones for numbers have no minus.
          {...(field.input === 'number' && field.least >= 0 && { inputMode: 'numeric' as const })}
          {...(field.input === 'amount' && { inputMode: 'decimal' as const })}
          maxLength={200}
          value={value as string}
          onChange={onChange}
        />
      )
  }
}

/** The languages of the theatre other than the one in which it writes. */
function useOtherLocales(): readonly Locale[] {
  const { locales: offered, defaultLocale } = useBrand()
  return offered.filter((locale) => locale !== defaultLocale)
}

type TextProps = { readonly name: string; readonly label: string; readonly hint: string; readonly error: string | undefined }

/** The kind of a product: one of the brand's, or a dish. */
function ProductTypeField({
  value,
  onChange,
  ...shared
}: TextProps & { readonly value: string; readonly onChange: (value: string) => void }) {
  const t = useWords('catalogue')
  const { productTypes = [] } = useBrand()
  const options = [...productTypes.map(({ type, name }) => ({ value: type, label: name })), { value: dishType, label: t('dish') }]
  return <OptionField {...shared} value={value === '' ? null : value} onChange={onChange} options={options} />
}

type NamesProps = { readonly shared: TextProps; readonly value: NamesDraft; readonly onChange: (value: NamesDraft) => void }

/** A text for each other language of the theatre. */
function NamesFields({ shared: { name, label, hint }, value, onChange }: NamesProps) {
  const others = useOtherLocales()
  if (others.length === 0) return null
  return (
    <Disclosure label={label}>
      <div className={styles['stack']}>
        <p>{hint}</p>
        {others.map((locale) => (
          <TextField
            key={locale}
            name={`${name}-${locale}`}
            label={localeNames[locale]}
            optional
            maxLength={300}
            value={value[locale] ?? ''}
            onChange={(text) => onChange({ ...value, [locale]: text })}
          />
        ))}
      </div>
    </Disclosure>
  )
}

type TranslationsProps = FormParts & {
  readonly field: Extract<RecordField, { readonly input: 'translations' }>
  readonly path: string
  readonly value: TranslationsDraft
  readonly onChange: (value: TranslationsDraft) => void
  readonly label: string
  readonly hint: string
}

/** The same fields for each other language of the theatre. */
function TranslationFields({ field, path, value, onChange, label, hint, ...parts }: TranslationsProps) {
  const others = useOtherLocales()
  if (others.length === 0) return null
  return (
    <fieldset className={styles['panel']}>
      <legend>{label}</legend>
      <p>{hint}</p>
      {others.map((locale) => (
        <fieldset key={locale} className={classNames(styles['panel'], styles['form'])}>
          <legend>{localeNames[locale]}</legend>
          <RecordFieldset
            {...parts}
            fields={field.fields}
            draft={value[locale] ?? draftOf(field.fields, {})}
            path={`${path}.${locale}.`}
            onChange={(texts) => onChange({ ...value, [locale]: texts })}
          />
        </fieldset>
      ))}
    </fieldset>
  )
}

type GroupProps = FormParts & {
  readonly field: Extract<RecordField, { readonly input: 'group' }>
  readonly path: string
  readonly value: GroupDraft
  readonly onChange: (value: GroupDraft) => void
  readonly label: string
  readonly hint: string
}

/** Fields that are there together: a checkbox opens them where they are optional. */
function Group({ field, path, value: { isOn, fields }, onChange, label, hint, ...parts }: GroupProps) {
  return (
    <fieldset className={styles['panel']}>
      <legend>{label}</legend>
      {field.empty ? (
        <Checkbox
          name={`record-${path.replaceAll('.', '-')}`}
          value={isOn}
          onChange={(next) => onChange({ isOn: next, fields })}
          error={parts.errorOf(path)}
        >
          {hint}
        </Checkbox>
      ) : (
        <p>{hint}</p>
      )}
      {isOn && (
        <RecordFieldset
          {...parts}
          fields={field.fields}
          draft={fields}
          path={`${path}.`}
          onChange={(next) => onChange({ isOn, fields: next })}
        />
      )}
    </fieldset>
  )
}
