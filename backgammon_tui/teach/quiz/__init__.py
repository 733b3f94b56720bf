"""Questions on the rules, from positions of real play; the engine works out every answer.

An `item.Item` is one line of text: a situation, a throw, and plays that are asked about.
`pool.ask` makes a `question.QuizQuestion` of it under the rules of a table. Items come from
`pool.pool`, where good ones have been collected, or without end from `finding.make_question`. An
item of which no question with exactly one right answer can be made is a `FaultyItem`.
"""
