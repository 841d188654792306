import { NavLink, useParams } from 'react-router'
import { problem } from '@playhouse/domain/problem'
import { useWords, useTheatreLanguage } from '#i18n'
import { PageHeading } from '#ui/PageHeading'
import { StructuredText } from '#ui/StructuredText'
import { ProblemError, useBrand } from '#server-state'
import { AccountFrame } from './AccountFrame.tsx'
import styles from './AccountPage.module.css'

/** A page that the brand defines, with or without tabs. @throws ProblemError `page-not-found` for an unknown page or tab */
export const CustomPage = () => {
  const { customView, tab } = useParams()
  const { account } = useBrand()
  const view = account.custom.find(({ id }) => id === customView)
  const currentTab = tab === undefined ? view?.tabs[0] : view?.tabs.find(({ id }) => id === tab)
  if (!view || (tab !== undefined && !currentTab)) throw new ProblemError(problem('page-not-found'))
  return (
    <AccountFrame>
      <View view={view} chosenTab={currentTab} />
    </AccountFrame>
  )
}

type CustomView = ReturnType<typeof useBrand>['account']['custom'][number]

function View({
  view: { id, title, body, tabs },
  chosenTab,
}: {
  readonly view: CustomView
  readonly chosenTab: CustomView['tabs'][number] | undefined
}) {
  const t = useWords('profile')
  const lang = useTheatreLanguage(useBrand().defaultLocale)
  return (
    <div lang={lang} className={styles.section}>
      <PageHeading>{title}</PageHeading>
      <div className={styles.copy}>
        <StructuredText blocks={body} level={3} />
      </div>
      {tabs.length > 0 && (
        <nav aria-label={t('custom.tabs')} className={styles.tabs}>
          {tabs.map((tab) => (
            <NavLink key={tab.id} to={`/account/custom/${id}/${tab.id}`} aria-current={tab.id === chosenTab?.id ? 'page' : undefined}>
              {tab.title}
            </NavLink>
          ))}
        </nav>
      )}
      {chosenTab && (
        <section aria-labelledby="custom-tab" className={styles.copy}>
          <h2 id="custom-tab">{chosenTab.title}</h2>
          <StructuredText blocks={chosenTab.body} level={3} />
        </section>
      )}
    </div>
  )
}
