// Every number a caller can run into. Code, documents and tests read it from here.

export const limits = {
  body_bytes: 1024 * 1024,
  /** Nesting of a JSON body. Our deepest schema needs 6. */
  json_depth: 32,
  list_default: 50,
  list_max: 500,
  name_max: 200,
  email_max: 254,
  password_min: 10,
  password_max: 1000,
  invite_days: 14,
  session_days: 30,
  failed_sign_ins: 10,
  failed_sign_in_minutes: 10,
  idempotency_hours: 24,
  idempotency_key_max: 255,
} as const
