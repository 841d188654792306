export { type Config, ConfigError, isRehearsal, readConfig } from './config.ts'
