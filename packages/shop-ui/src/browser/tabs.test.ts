import { expect, it, onTestFinished, vi } from 'vitest'
import { onOtherTabsChange } from './tabs.ts'

/** Another tab of this browser. */
function openTab(): BroadcastChannel {
  const tab = new BroadcastChannel('basket')
  onTestFinished(() => tab.close())
  return tab
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has but one origin: its own
const tell = (tab: BroadcastChannel): void => tab.postMessage('changed')

it('hears of what another tab changes, until it stops listening', async () => {
  const tab = openTab()
  const changed = vi.fn()
  const stop = onOtherTabsChange(changed)
  expect(changed).not.toHaveBeenCalled()
  tell(tab)
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1), 10_000)
  stop()

  // Who comes to listen only now has missed it.
  const late = vi.fn()
  onTestFinished(onOtherTabsChange(late))
  expect(late).toHaveBeenCalledTimes(1)
  tell(tab)
  await vi.waitFor(() => expect(late).toHaveBeenCalledTimes(2), 10_000)
  expect(changed).toHaveBeenCalledTimes(1)
})
