export { type Config, ConfigError, isTestMode, readConfig } from './config.ts'
