import { isLocale, type Locale } from '@playhouse/domain/locale'
import { TextField } from '#form/TextField'
import { localeNames, useWords } from '#i18n'
import type { ApiProblem } from '#server-state'
import styles from '../BoxOffice.module.css'
import { type FieldRule, planningRules } from './field-fault.ts'
import type { ImageDraft } from './image-draft.ts'
import { useFieldError } from './useFieldError.ts'

type Props = {
  /** Before the names of the fields, such as `image`. */
  readonly name: string
  /** Path of the image in the production, as problems name it. */
  readonly path: string
  readonly draft: ImageDraft
  readonly locales: readonly Locale[]
  readonly copyLanguage: string
  readonly problem: ApiProblem | undefined
  /** The pages crop it around a focal point. */
  readonly isCropped?: boolean
  readonly onChange: (draft: ImageDraft) => void
}

/** The focal point of an image, and what it shows in words in each language. */
export function ImageTexts({ name, path, draft, locales, copyLanguage, problem, isCropped = false, onChange }: Props) {
  const t = useWords('planning')
  const invalid = problem?.code === 'invalid-input' ? problem.params.fields : []
  const fieldError = useFieldError()
  const errorOf = (field: string, rule: FieldRule, typed: string): string | undefined =>
    invalid.includes(`production.${path}.${field}`) ? fieldError.errorOf(rule, typed) : undefined
  const axes = ['x', 'y'] as const
  return (
    <>
      {isCropped && (
        <div className={styles['inline']}>
          {axes.map((axis) => (
            <TextField
              key={axis}
              name={`${name}-${axis}`}
              label={t(`image.focus.${axis}`)}
              value={draft[axis]}
              inputMode="numeric"
              error={errorOf(`focus.${axis}`, planningRules.focalPoint, draft[axis])}
              onChange={(text) => onChange({ ...draft, [axis]: text })}
            />
          ))}
        </div>
      )}
      <TextField
        name={`${name}-alt`}
        label={t('image.alt', { language: isLocale(copyLanguage) ? localeNames[copyLanguage] : copyLanguage })}
        hint={t('image.altHint')}
        value={draft.alt}
        maxLength={300}
        error={errorOf('alt.text', planningRules.alt, draft.alt)}
        onChange={(alt) => onChange({ ...draft, alt })}
      />
      {locales.map((locale) => (
        <TextField
          key={locale}
          name={`${name}-alt-${locale}`}
          label={t('image.alt', { language: localeNames[locale] })}
          value={draft.alts[locale] ?? ''}
          maxLength={300}
          error={errorOf(`alt.translations.${locale}`, planningRules.alt, draft.alts[locale] ?? '')}
          onChange={(text) => onChange({ ...draft, alts: { ...draft.alts, [locale]: text } })}
        />
      ))}
    </>
  )
}
