/** An index of the keys that came from sign-up, the only ones with an e-mail address, by their time. */
export const signUps = `
CREATE INDEX api_key_by_sign_up ON api_key (created_at) WHERE email_key IS NOT NULL;
`
