import { useEffect, useRef } from 'react'
import { useWords } from '@playhouse/shop-ui/i18n'
import { announce } from '@playhouse/shop-ui/ui/announce'
import { Notice } from '@playhouse/shop-ui/ui/Notice'
import { useIsOffline } from '@playhouse/shop-ui/browser'

/** Shows a notice while the device is offline, and announces once that it is online again. */
export function OfflineNotice({ className }: { readonly className: string }) {
  const t = useWords('shell')
  const offline = useIsOffline()
  const was = useRef(offline)
  useEffect(() => {
    if (was.current && !offline) announce(t('offline.back'))
    was.current = offline
  }, [offline, t])
  if (!offline) return null
  return (
    <div className={className}>
      <Notice tone="warning" role="status" title={t('offline.title')}>
        {t('offline.body')}
      </Notice>
    </div>
  )
}
