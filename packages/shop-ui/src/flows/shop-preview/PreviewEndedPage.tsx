import { useWords } from '#i18n'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'

/** The page of a preview that has ended, or of a staff user who is signed out. */
export function PreviewEndedPage() {
  const t = useWords('planning')
  return (
    <main>
      <Page width="reading">
        <PageHeading>{t('shopPreview.ended.title')}</PageHeading>
        <p>{t('shopPreview.ended.detail')}</p>
        <p>
          <LinkButton look="primary" to="/smart/productions">
            {t('list.title')}
          </LinkButton>
        </p>
      </Page>
    </main>
  )
}
