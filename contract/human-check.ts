/** The service that tells people from programs: its script runs in the console, and the server asks it for its verdict. */
export const humanCheckOrigin = 'https://challenges.cloudflare.com'
