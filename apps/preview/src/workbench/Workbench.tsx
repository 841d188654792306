import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { checkPlan } from '@playhouse/domain/plan/import'
import type { Locale } from '@playhouse/domain/brand'
import { useWords } from '@playhouse/shop-ui/i18n'
import { announce, StatusRegion } from '@playhouse/shop-ui/ui/announce'
import { Button } from '@playhouse/shop-ui/ui/Button'
import { Notice } from '@playhouse/shop-ui/ui/Notice'
import { classNames } from '@playhouse/shop-ui/theme'
import { brandNamed } from '#brand'
import { type PlanFormat, save, writePlanFile } from '#export'
import { importedHall, writeLink } from '#setting'
import { VisionFilters } from '#vision'
import type { Measurement, StageEvent } from '#channel'
import { FileDrop } from './file/FileDrop.tsx'
import { useImport } from './file/useImport.ts'
import { missingParts } from './missing-parts.ts'
import { FactsPane } from './pane/FactsPane.tsx'
import { ReportPane } from './pane/ReportPane.tsx'
import { type Utterance, VoicePane } from './pane/VoicePane.tsx'
import { LanguageField } from './panel/LanguageField.tsx'
import { HallSection } from './panel/HallSection.tsx'
import { LookSection } from './panel/LookSection.tsx'
import { MeasureSection } from './panel/MeasureSection.tsx'
import { Panel } from './panel/Panel.tsx'
import { SaleSection } from './panel/SaleSection.tsx'
import { ExportSection } from './panel/ExportSection.tsx'
import { WindowSection } from './panel/WindowSection.tsx'
import { ShortcutHelp } from './ShortcutHelp.tsx'
import { StageFrame } from './StageFrame.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useHall } from './useHall.ts'
import { useSetting } from './useSetting.ts'
import { useShortcuts } from './useShortcuts.ts'
import { useStageChannel } from './useStageChannel.ts'
import styles from './Workbench.module.css'

/** Max announcements kept. */
const memory = 60
/** Max rings drawn: more are unreadable. */
const mostRings = 2000
const panes = ['report', 'voice', 'facts'] as const
/** On a narrow screen one of them is visible at a time. */
const sides = ['settings', 'stage', 'report'] as const

/** The designers' workbench: the settings, the stage, and reports about the hall on it. */
export function Workbench({ onSpeak }: { readonly onSpeak: (locale: Locale) => void }) {
  const t = useWords('preview')
  const { setting, change, follow, ignored } = useSetting()
  const { imported, refusal, isReading, open } = useImport(change)
  const { data, plan } = useHall(setting, imported?.data)
  const report = useMemo(
    () => (setting.hall === importedHall && imported ? imported.report : checkPlan(plan)),
    [setting.hall, imported, plan],
  )
  const frame = useRef<HTMLIFrameElement>(null)
  const [utterances, setUtterances] = useState<readonly Utterance[]>([])
  const [measurement, setMeasurement] = useState<Measurement>()
  const [isMeasuring, setMeasuring] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [side, setSide] = useState<(typeof sides)[number]>('stage')
  const nextUtterance = useRef(0)
  const copy = useCallback(() => {
    const address = `${location.href.replace(/#.*/, '')}#${writeLink(setting)}`
    navigator.clipboard.writeText(address).then(
      () => announce(t('take.copied')),
      // Without clipboard permission the address is still in its field.
      () => announce(t('take.notCopied'), 'assertive'),
    )
  }, [setting, t])

  const onStageEvent = (event: StageEvent): void => {
    switch (event.kind) {
      case 'ready':
        return setFailure(undefined)
      case 'heard':
        return setUtterances((before) => [{ ...event, id: nextUtterance.current++ }, ...before].slice(0, memory))
      case 'framing':
        return follow({ framing: event.percent === 100 ? undefined : event.framing })
      case 'chosen':
        return follow({ chosen: event.seats })
      case 'picture':
        return event.picture ? save(new File([event.picture], `${data.hall}.png`, { type: 'image/png' })) : undefined
      case 'measured':
        setMeasuring(false)
        return setMeasurement(event.measurement)
      case 'dropped':
        return open(event.file)
      case 'failed':
        return setFailure(event.reason)
    }
  }
  const { send: sendCommand } = useStageChannel(frame, setting, data, onStageEvent)
  useShortcuts({ setting, change, sendCommand, onLink: copy, onHelp: () => setHelpOpen(true) })
  const ring = (seats: readonly number[]): void => {
    setSide('stage')
    if (setting.stage !== 'map') change({ stage: 'map' })
    sendCommand({ kind: 'ring', seats: seats.slice(0, mostRings) })
  }
  const exportPlan = (format: PlanFormat): void => save(writePlanFile(format, data, plan, brandNamed(setting.brand)))
  useEffect(() => setMeasurement(undefined), [data])

  // A missing imported hall has its own message; the hall that replaces it does not have its seats.
  const awaitsFile = setting.hall === importedHall && !imported
  const unknown = [...ignored, ...(awaitsFile ? [] : missingParts(setting, plan))]
  const sharedProps = { setting, change, plan }
  return (
    <div className={classNames(styles['workbench'], styles[side])}>
      <VisionFilters />
      <Toolbar
        setting={setting}
        change={change}
        onCamera={(move) => sendCommand({ kind: 'camera', move })}
        onCopy={copy}
        onHelp={() => setHelpOpen(true)}
      />
      <nav aria-label={t('sides.label')} className={styles['sides']}>
        {sides.map((one) => (
          <Button key={one} look={side === one ? 'primary' : 'quiet'} aria-pressed={side === one} onPress={() => setSide(one)}>
            {t(`sides.${one}`)}
          </Button>
        ))}
      </nav>
      <Panel>
        {unknown.length > 0 && <Notice tone="warning">{t('link.ignored', { parts: unknown.join(', ') })}</Notice>}
        {awaitsFile && <Notice tone="warning">{t('link.noFile')}</Notice>}
        <HallSection {...sharedProps} importedName={imported?.data.name}>
          <FileDrop isReading={isReading} onFile={open} />
        </HallSection>
        <LookSection {...sharedProps} />
        <SaleSection {...sharedProps} />
        <WindowSection {...sharedProps} />
        <MeasureSection
          {...sharedProps}
          measurement={measurement}
          isMeasuring={isMeasuring}
          onMeasure={() => {
            setMeasuring(true)
            sendCommand({ kind: 'measure' })
          }}
        />
        <ExportSection {...sharedProps} onExport={exportPlan} onPicture={() => sendCommand({ kind: 'picture' })} onCopy={copy} />
        <LanguageField onSpeak={onSpeak} />
      </Panel>
      <main aria-label={t('stage.label')} className={styles['middle']}>
        {failure !== undefined && (
          <Notice tone="error" role="alert" title={t('stage.failed')}>
            {failure}
          </Notice>
        )}
        <StageFrame frame={frame} setting={setting} />
      </main>
      <aside aria-label={t('sides.report')} className={styles['aside']}>
        <Tabs>
          <TabList aria-label={t('sides.report')} className={styles['tabs'] ?? ''}>
            {panes.map((pane) => (
              <Tab key={pane} id={pane} className={styles['tab'] ?? ''}>
                {t(`pane.${pane}`)}
              </Tab>
            ))}
          </TabList>
          <TabPanel id="report">
            <ReportPane plan={plan} report={report} origins={imported?.origins ?? []} refusal={refusal} onRing={ring} />
          </TabPanel>
          <TabPanel id="voice">
            <VoicePane utterances={utterances} locale={setting.locale} onClear={() => setUtterances([])} />
          </TabPanel>
          <TabPanel id="facts">
            <FactsPane plan={plan} onRing={ring} />
          </TabPanel>
        </Tabs>
      </aside>
      <ShortcutHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
      <StatusRegion />
    </div>
  )
}
