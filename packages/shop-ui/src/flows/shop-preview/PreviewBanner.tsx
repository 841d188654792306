import { useQuery } from '@tanstack/react-query'
import { useFormats, useWords } from '#i18n'
import { siteQuery, useBrand } from '#server-state'
import { Notice } from '#ui/Notice'
import { usePersonName } from '#ticketing/usePersonName'

/** Names on every page of a preview its moment and its person, and leads back to the production. */
export function PreviewBanner({ className }: { readonly className: string }) {
  const t = useWords('planning')
  const { dateAndTime } = useFormats()
  const { timeZone, memberships } = useBrand()
  const nameOf = usePersonName(memberships)
  const preview = useQuery(siteQuery).data?.preview
  if (!preview) return null
  const state = { moment: dateAndTime({ startsAt: preview.at, timeZone }), person: nameOf(preview.person) }
  return (
    <section className={className} aria-label={t('shopPreview.title')}>
      <Notice tone="warning" title={t('shopPreview.state', state)}>
        <p>
          {t('shopPreview.readOnly')} {/* Outside the router, whose addresses are below the path of the preview. */}
          <a href={`/smart/productions/${preview.event}`}>{t('shopPreview.back')}</a>
        </p>
      </Notice>
    </section>
  )
}
