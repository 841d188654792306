import { usualWait } from './time-limit.mjs'

// Set up before each file of unit tests: `waitFor` and `findBy…` of a screen wait as long as `expect.poll`, and not for one second.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: usualWait })
}
