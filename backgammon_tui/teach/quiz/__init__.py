"""Questions on the rules, from positions of real play; the engine works out every answer.

An `item.Item` is one line of text: a situation, a throw, and plays that are asked about.
`pool.ask` makes a `question.QuizQuestion` of it under the rules of a table. `pool.pool` has
those that have been collected. An item of which no question with exactly one right answer can be
made is a `FaultyItem`.
"""
