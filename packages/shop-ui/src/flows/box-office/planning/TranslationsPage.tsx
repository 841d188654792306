import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { PlannedProduction } from '@playhouse/api-client/contract'
import type { Locale } from '@playhouse/domain/brand'
import { changedFields, isSameValue } from '@playhouse/domain/change'
import { type TextField as TextName, textFields, translatedLocales, untranslatedTexts } from '@playhouse/domain/production-texts'
import { localeNames, useFormats, useWords } from '#i18n'
import { TextArea } from '#form/TextArea'
import { TextField } from '#form/TextField'
import { classNames } from '#theme'
import { api, useBrand } from '#server-state'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Notice } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { StructuredText } from '#ui/StructuredText'
import office from '../BoxOffice.module.css'
import { QueryStatus } from '../QueryStatus.tsx'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { ChangedFields } from './ChangedFields.tsx'
import { productionRules } from './field-fault.ts'
import { OptionField } from './OptionField.tsx'
import { plannedProductionQuery, storeProduction } from './planning-queries.ts'
import { PlanningOutcome } from './PlanningOutcome.tsx'
import { mergeTranslations, textsDraftOf, translationDraftOf, translationsOf } from './translation-draft.ts'
import styles from './TranslationsPage.module.css'
import { useFieldError } from './useFieldError.ts'
import { type PlanningMutation, usePlanningMutation } from './usePlanningMutation.ts'
import { useUnsavedGuard } from './useUnsavedGuard.tsx'

/** Maximum lengths of long texts. */
const longTexts: Partial<Record<TextName, number>> = { synopsis: 10_000, warnings: 2_000 }

/** The texts of a production in the other languages of the shop, each beside the text that is translated. */
export function TranslationsPage() {
  const t = useWords('planning')
  const { event = '' } = useParams()
  const query = useQuery(plannedProductionQuery(event))
  const { locales } = useBrand()
  return (
    <Page>
      <PageHeading>{t('translations.title')}</PageHeading>
      <QueryStatus query={query} height={20} />
      {query.data && (
        <>
          <p>
            <Link to={`/smart/productions/${event}`}>{query.data.production.title}</Link>
          </p>
          {translatedLocales(query.data.production, locales).length === 0 ? (
            <Notice title={t('translations.none')} />
          ) : (
            <Translations key={event} current={query.data} />
          )}
        </>
      )}
    </Page>
  )
}

function Translations({ current }: { readonly current: PlannedProduction }) {
  const t = useWords('planning')
  const mutation = usePlanningMutation()
  const [search, setSearch] = useSearchParams()
  const offered = translatedLocales(current.production, useBrand().locales)
  const locale = offered.find((each) => each === search.get('locale')) ?? offered[0]!
  /** The version that was read when the form was filled; `current` may be newer. */
  const [base, setBase] = useState(current)
  const { state: _state, ...production } = base.production
  const [draft, setDraft] = useState(() => translationDraftOf(production.translations))
  const { question } = useUnsavedGuard(!isSameValue(draft, translationDraftOf(production.translations)))
  const { id: event } = production
  const save = () =>
    mutation.send(
      () =>
        api.planning.editProduction({
          params: { event },
          body: { version: base.version, production: { ...production, translations: translationsOf(draft) } },
        }),
      {
        onSuccess: async (planned) => {
          setBase(planned)
          setDraft(translationDraftOf(planned.production.translations))
          await storeProduction(planned)
        },
        message: t('edit.saved'),
      },
    )
  const takeOver = (): void => {
    const [from, to] = [translationDraftOf(production.translations), translationDraftOf(current.production.translations)]
    setDraft(mergeTranslations(from, draft, to))
    setBase(current)
    mutation.dismiss()
  }
  const texts = draft[locale] ?? textsDraftOf({})
  return (
    <>
      {question}
      <PlanningOutcome
        mutation={mutation}
        changed={
          <>
            <ChangedFields fields={changedFields(base.production, current.production)} />
            <Button onPress={takeOver}>{t('changed.takeOver')}</Button>
          </>
        }
      />
      <div className={classNames(office['inline'])}>
        <OptionField
          name="translation-locale"
          label={t('translations.language')}
          options={offered.map((each) => ({ value: each, label: localeNames[each] }))}
          value={locale}
          onChange={(value) => setSearch({ locale: value }, { replace: true })}
        />
      </div>
      <MissingTexts production={{ ...production, translations: translationsOf(draft) }} locale={locale} />
      <TextsForm
        {...{ production, locale, texts, mutation }}
        onChange={(field, text) => setDraft({ ...draft, [locale]: { ...texts, [field]: text } })}
        onSubmit={() => void save()}
      />
    </>
  )
}

type Production = PlannedProduction['production']

/** The texts that a language lacks. Visitors see them in the language of the production. */
function MissingTexts({ production, locale }: { readonly production: Omit<Production, 'state'>; readonly locale: Locale }) {
  const t = useWords('planning')
  const { list } = useFormats()
  const missing = untranslatedTexts(production, locale)
  const language = localeNames[locale]
  return (
    <p>
      {missing.length === 0
        ? t('translations.complete', { language })
        : t('translations.missing', { language, texts: list(missing.map((field) => t(`form.${field}`))) })}
    </p>
  )
}

type FormProps = {
  readonly production: Omit<Production, 'state'>
  readonly locale: Locale
  readonly texts: Readonly<Record<TextName, string>>
  readonly mutation: PlanningMutation
  readonly onChange: (field: TextName, text: string) => void
  readonly onSubmit: () => void
}

function TextsForm({ production, locale, texts, mutation: { problem, isPending }, onChange, onSubmit }: FormProps) {
  const t = useWords('planning')
  const invalid = problem?.code === 'invalid-input' ? problem.params.fields : []
  const { form } = useInvalidFocus(problem)
  const { errorOf } = useFieldError()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  // A text without a source that was translated is shown too: it can be removed.
  const shown = textFields.filter((field) => (production[field]?.length ?? 0) > 0 || texts[field] !== '')
  return (
    <form ref={form} className={classNames(styles.form)} onSubmit={submit} aria-label={t('translations.title')}>
      {shown.map((field) => {
        const maxLength = longTexts[field]
        const props = {
          ...{ name: `translation-${field}`, label: t(`form.${field}`), value: texts[field], optional: true },
          error: invalid.some((path) => path.includes(`translations.${locale}.${field}`))
            ? errorOf(productionRules[field], texts[field])
            : undefined,
          onChange: (text: string) => onChange(field, text),
        }
        return (
          <div key={field} className={styles.pair}>
            <section className={styles.source} aria-label={t('translations.source', { field: t(`form.${field}`) })}>
              <h2 className={styles.name}>{t('translations.source', { field: t(`form.${field}`) })}</h2>
              <div lang={production.copyLanguage}>
                <SourceText production={production} field={field} />
              </div>
            </section>
            {maxLength === undefined ? (
              <TextField {...props} />
            ) : (
              <TextArea {...props} maxLength={maxLength} hint={t(`form.hint.${field}`, { defaultValue: '' })} />
            )}
          </div>
        )
      })}
      <Button type="submit" look="primary" isPending={isPending}>
        {t('edit.submit')}
      </Button>
    </form>
  )
}

function SourceText({ production, field }: { readonly production: Omit<Production, 'state'>; readonly field: TextName }) {
  if (field === 'synopsis') return <StructuredText blocks={production.synopsis} level={3} />
  if (field !== 'warnings') return <p>{production[field]}</p>
  return (
    <ul>
      {production.warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  )
}
