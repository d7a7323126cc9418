/** Grows whenever a text gives other terms, passages or things than before. */
export const TEXT_VERSION = 2
/** Since this version, the things and the times that records name are in the index. */
export const TEXT_VERSION_WITH_THINGS = 2
