/**
 * What an upstream calls its answer is told on only where it is known to be no page: browsers run what they are told is
 * one, and these answers stand under our own name.
 */
export const harmlessType = (told: string): string => (known.test(told) ? told : unknownType)

const unknownType = 'application/octet-stream'

const sounds = 'audio/(?:aac|aacp|basic|flac|l16|m4a|mp3|mp4|mpeg|ogg|opus|pcm|vorbis|wav|wave|webm|x-flac|x-m4a|x-wav)'
const texts = 'text/(?:event-stream|plain|srt|vtt)'
const others = 'application/(?:json|ogg|x-subrip)'
const parameter = ';\\s*[\\w-]+=(?:[\\w.,+/-]+|"[\\w.,+/ -]*")'
const known = new RegExp(`^(?:${sounds}|${texts}|${others})\\s*(?:${parameter}\\s*)*$`, 'i')

/** Whether an upstream says itself that what it sends is words, where sound was asked for. */
export const isWords = (contentType: string): boolean => words.test(contentType)

const words = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|xhtml))/i
