import { useEffect, useRef, useState } from 'react'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Notice, NoticeActions } from '#ui/Notice'

type Props = { readonly instance: { readonly planVersion: string; readonly seatingVersion: string } }

/** Names what has changed since the screen was opened: the plan, or only prices. Another plan takes the focus, because the map is replaced. */
export function SeatingChanged({ instance }: Props) {
  const t = useWords('seat')
  const [seen, setSeen] = useState(instance)
  const notice = useRef<HTMLDivElement>(null)
  const isOtherPlan = seen.planVersion !== instance.planVersion
  useEffect(() => {
    if (isOtherPlan) notice.current?.focus()
  }, [isOtherPlan, instance.planVersion])
  if (seen.seatingVersion === instance.seatingVersion) return null
  return (
    <Notice ref={notice} tone="warning" role="alert" tabIndex={-1}>
      {t(isOtherPlan ? 'changed.plan' : 'changed.prices')}
      <NoticeActions>
        <Button onPress={() => setSeen(instance)}>{t('changed.close')}</Button>
      </NoticeActions>
    </Notice>
  )
}
