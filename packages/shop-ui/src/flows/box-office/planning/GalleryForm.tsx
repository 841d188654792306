import { type FormEvent, useRef, useState } from 'react'
import type { PlannedProduction } from '@playhouse/api-client/contract'
import { changedFields, isSameValue } from '@playhouse/domain/change'
import { imagePath } from '@playhouse/domain/image'
import { translatedLocales } from '@playhouse/domain/production-texts'
import { mostPictures } from '@playhouse/domain/season'
import { useWords } from '#i18n'
import { api, useBrand } from '#server-state'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { classNames } from '#theme'
import office from '../BoxOffice.module.css'
import { FileButton } from '../FileButton.tsx'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { base64Of, type ImageDraft, imageDraftOf, imageOf } from './image-draft.ts'
import { ImageOutcome } from './ImageOutcome.tsx'
import { ImageTexts } from './ImageTexts.tsx'
import styles from './ImagePage.module.css'
import { storeProduction } from './planning-queries.ts'
import { usePlanningMutation } from './usePlanningMutation.ts'

/** A picture that is being described. `key`: keeps its fields while pictures change places. */
type Picture = { readonly key: number; readonly draft: ImageDraft }

/** Further pictures of a production, in the order in which its page shows them. */
export function GalleryForm({ current }: { readonly current: PlannedProduction }) {
  const t = useWords('planning')
  const mutation = usePlanningMutation()
  const [base, setBase] = useState(current)
  // Another form of the page may have saved other fields.
  const read = isSameValue(base.production.gallery, current.production.gallery) ? current : base
  const { state: _state, ...production } = read.production
  const lastKey = useRef(0)
  const picture = (draft: ImageDraft): Picture => ({ key: ++lastKey.current, draft })
  const [pictures, setPictures] = useState(() => (production.gallery ?? []).map((image) => picture(imageDraftOf(image))))
  const heading = useRef<HTMLHeadingElement>(null)
  const locales = translatedLocales(production, useBrand().locales)
  const { problem, isPending } = mutation
  const { form } = useInvalidFocus(problem)
  const submit = (submitted: FormEvent): void => {
    submitted.preventDefault()
    const gallery = pictures.flatMap(({ draft }) => imageOf(draft) ?? [])
    const body = { version: read.version, production: { ...production, gallery } }
    void mutation.send(() => api.planning.editProduction({ params: { event: production.id }, body }), {
      onSuccess: async (planned) => {
        setBase(planned)
        await storeProduction(planned)
      },
      message: t('edit.saved'),
    })
  }
  const nameOf = (nth: number): string => t('gallery.picture', { nth: nth + 1 })
  const move = (nth: number, to: number): void => {
    setPictures(pictures.toSpliced(nth, 1).toSpliced(to, 0, pictures[nth]!))
    announce(t('gallery.moved', { picture: nameOf(nth), nth: to + 1 }))
  }
  const remove = (nth: number): void => {
    setPictures(pictures.toSpliced(nth, 1))
    announce(t('gallery.removed', { picture: nameOf(nth) }))
    // The button that was pressed is gone.
    heading.current?.focus()
  }
  const upload = async (file: File): Promise<void> => {
    const text = await base64Of(file)
    await mutation.send(() => api.planning.uploadImage({ body: { file: text } }), {
      onSuccess: (stored) => setPictures((before) => [...before, picture({ ...imageDraftOf(undefined), file: stored })]),
      message: t('gallery.added'),
    })
  }
  const isChanged = !isSameValue(
    pictures.map(({ draft }) => imageOf(draft)),
    production.gallery ?? [],
  )
  return (
    <section aria-labelledby="gallery" className={classNames(office['stack'])}>
      <h2 id="gallery" ref={heading} tabIndex={-1}>
        {t('gallery.title')}
      </h2>
      <p>{t('gallery.hint', { most: mostPictures })}</p>
      <ImageOutcome mutation={mutation} changed={changedFields(base.production, current.production)} onTakeOver={() => setBase(current)} />
      <form ref={form} className={classNames(office['form'])} onSubmit={submit} aria-label={t('gallery.title')}>
        {pictures.map(({ key, draft }, nth) => (
          <fieldset key={key} className={classNames(office['panel'])}>
            <legend>{nameOf(nth)}</legend>
            {draft.file && <img className={classNames(styles.picture)} src={imagePath(draft.file.id, 400)} alt={draft.alt} />}
            <div className={classNames(office['form'])}>
              <ImageTexts
                {...{ draft, locales, problem, name: `gallery-${key}`, path: `gallery.${nth}` }}
                copyLanguage={production.copyLanguage}
                onChange={(next) => setPictures(pictures.with(nth, { key, draft: next }))}
              />
            </div>
            <div className={office['inline']}>
              <Button isDisabled={nth === 0} aria-label={t('gallery.earlier', { picture: nameOf(nth) })} onPress={() => move(nth, nth - 1)}>
                ↑
              </Button>
              <Button
                isDisabled={nth === pictures.length - 1}
                aria-label={t('gallery.later', { picture: nameOf(nth) })}
                onPress={() => move(nth, nth + 1)}
              >
                ↓
              </Button>
              <Button onPress={() => remove(nth)}>{t('gallery.remove', { picture: nameOf(nth) })}</Button>
            </div>
          </fieldset>
        ))}
        {pictures.length < mostPictures && (
          <FileButton
            label={t('gallery.add')}
            isPending={isPending}
            isMultiple
            accept="image/jpeg,image/png,image/webp"
            onFiles={async (files) => {
              for (const file of files.slice(0, mostPictures - pictures.length)) await upload(file)
            }}
          />
        )}
        {(isChanged || pictures.length > 0) && (
          <Button type="submit" look="primary" isPending={isPending} isDisabled={!isChanged}>
            {t('gallery.save')}
          </Button>
        )}
      </form>
    </section>
  )
}
