/** Counts tokens for doors that keep to a budget. The vocabulary is megabytes: only who counts should load it. */
export { loadTokenCounter, type TokenCounter } from './text/tokens.ts'
