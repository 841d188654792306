import { type AccessTag, accessTags } from '@playhouse/domain/season'
import { CheckboxGroup } from '#form/CheckboxGroup'
import { TextField } from '#form/TextField'
import { useWords } from '#i18n'

type Draft = { readonly accessTags: readonly AccessTag[]; readonly perCustomer: string }
type Props = {
  /** Before the names of the fields, such as `performance`. */
  readonly name: string
  readonly draft: Draft
  readonly onChange: (changed: Partial<Draft>) => void
  readonly errorOf: (field: keyof Draft) => string | undefined
}

/** The access and the tickets per customer of a performance, or of a type of performances. */
export function AccessAndLimitFields({ name, draft, onChange, errorOf }: Props) {
  const t = useWords('planning')
  const tags = useWords('part')
  return (
    <>
      <CheckboxGroup
        name={`${name}-access`}
        label={t('field.accessTags')}
        optional
        value={draft.accessTags}
        onChange={(chosen) => onChange({ accessTags: chosen as AccessTag[] })}
        boxes={accessTags.map((tag) => ({ value: tag, label: tags(`accessTag.${tag}`) }))}
        error={errorOf('accessTags')}
      />
      <TextField
        name={`${name}-limit`}
        label={t('field.perCustomer')}
        optional
        inputMode="numeric"
        value={draft.perCustomer}
        onChange={(perCustomer) => onChange({ perCustomer })}
        error={errorOf('perCustomer')}
      />
    </>
  )
}
