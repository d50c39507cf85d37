"""Which of two answers to the same prompt is better: by a judge model in both orders, by people, and by what is proved.

`answers` has several agents answer prompts of recorded matches and measures what they say without a judge, `judging`
asks a judge in six dimensions, `levels` has people agree or not, `tables` puts all beside each other.

Begin with `answers`.
"""
