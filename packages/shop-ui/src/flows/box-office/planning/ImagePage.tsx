import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useParams } from 'react-router'
import type { PlannedProduction } from '@playhouse/api-client/contract'
import { changedFields, isSameValue } from '@playhouse/domain/change'
import { leastImageSize } from '@playhouse/domain/image-size'
import { translatedLocales } from '@playhouse/domain/production-texts'
import type { ProductionImage } from '@playhouse/domain/season'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import { Poster } from '#ticketing/Poster'
import { api, useBrand } from '#server-state'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import office from '../BoxOffice.module.css'
import { FileButton } from '../FileButton.tsx'
import { QueryStatus } from '../QueryStatus.tsx'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { base64Of, type ImageDraft, imageDraftOf, imageOf } from './image-draft.ts'
import { GalleryForm } from './GalleryForm.tsx'
import { ImageOutcome } from './ImageOutcome.tsx'
import { ImageTexts } from './ImageTexts.tsx'
import styles from './ImagePage.module.css'
import { plannedProductionQuery, storeProduction } from './planning-queries.ts'
import { usePlanningMutation } from './usePlanningMutation.ts'

/** The image of a production and its further pictures: upload, focal point, and what they show in words in each language of the shop. */
export function ImagePage() {
  const t = useWords('planning')
  const { event = '' } = useParams()
  const query = useQuery(plannedProductionQuery(event))
  return (
    <Page width="reading">
      <PageHeading>{t('image.title')}</PageHeading>
      <QueryStatus query={query} height={20} />
      {query.data && (
        <>
          <p>
            <Link to={`/smart/productions/${event}`}>{query.data.production.title}</Link>
          </p>
          <ImageForm key={`image of ${event}`} current={query.data} />
          <GalleryForm key={`gallery of ${event}`} current={query.data} />
        </>
      )}
    </Page>
  )
}

function ImageForm({ current }: { readonly current: PlannedProduction }) {
  const t = useWords('planning')
  const mutation = usePlanningMutation()
  /** The version that was read when the form was filled; `current` may be newer. */
  const [base, setBase] = useState(current)
  // Another form of the page may have saved other fields.
  const read = isSameValue(base.production.image, current.production.image) ? current : base
  const { state: _state, ...production } = read.production
  const [draft, setDraft] = useState(() => imageDraftOf(production.image))
  const { id: event } = production
  const locales = translatedLocales(production, useBrand().locales)
  const { problem, isPending } = mutation
  const { form } = useInvalidFocus(problem)
  const save = (image: ProductionImage | null) =>
    mutation.send(
      () => api.planning.editProduction({ params: { event }, body: { version: read.version, production: { ...production, image } } }),
      {
        onSuccess: async (planned) => {
          setBase(planned)
          setDraft(imageDraftOf(planned.production.image))
          await storeProduction(planned)
        },
        message: t(image ? 'edit.saved' : 'image.removed'),
      },
    )
  const submit = (submitted: FormEvent): void => {
    submitted.preventDefault()
    const image = imageOf(draft)
    if (image) void save(image)
  }
  return (
    <>
      <ImageOutcome mutation={mutation} changed={changedFields(base.production, current.production)} onTakeOver={() => setBase(current)} />
      <FileButton
        label={t(draft.file ? 'image.replace' : 'image.choose')}
        isPending={isPending}
        accept="image/jpeg,image/png,image/webp"
        onFiles={async ([file]) => {
          const text = await base64Of(file)
          await mutation.send(() => api.planning.uploadImage({ body: { file: text } }), {
            onSuccess: (stored) => setDraft({ ...draft, file: stored }),
            message: t('image.uploaded'),
          })
        }}
      />
      <p>{t('image.hint', { size: t('image.leastSize', leastImageSize) })}</p>
      {draft.file && (
        <form ref={form} className={classNames(office['form'])} onSubmit={submit} aria-label={t('image.title')}>
          <Previews draft={draft} production={production} />
          <ImageTexts
            isCropped
            name="image"
            path="image"
            {...{ draft, locales }}
            copyLanguage={production.copyLanguage}
            problem={problem}
            onChange={setDraft}
          />
          <div className={office['inline']}>
            <Button type="submit" look="primary" isPending={isPending}>
              {t('edit.submit')}
            </Button>
            {production.image && <Button onPress={() => void save(null)}>{t('image.remove')}</Button>}
          </div>
        </form>
      )}
    </>
  )
}

/** The image as the shop crops it. */
function Previews({
  draft,
  production,
}: {
  readonly draft: ImageDraft
  readonly production: Omit<PlannedProduction['production'], 'state'>
}) {
  const t = useWords('planning')
  const image = imageOf({ ...draft, alt: draft.alt || ' ' }) ?? undefined
  const shown = image && { ...image, alt: { text: t('image.preview') } }
  return (
    <div className={classNames(styles.previews)}>
      <Poster title={production.title} poster={production.poster} image={shown} />
      <Poster title={production.title} poster={production.poster} image={shown} wide />
    </div>
  )
}
